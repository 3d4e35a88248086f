"""A build quest as a program in the PRISM language."""

from quests import FACES, Quest, faces_told_apart


def program(quest: Quest, merged: bool) -> str:
    """The source text; phases are 0 roll, 1 pick, 2 done, 3 goal, 4 lost."""
    needed = {resource for stage in quest.stages for resource, _ in stage.need}
    faces = list(dict.fromkeys(faces_told_apart(needed, merged)))
    return "\n".join(
        [
            "mdp",
            f"formula total = {' + '.join(faces)};",
            f"formula met = {' | '.join(_met(quest))};",
            f"formula open = phase = 0 & total = {quest.dice} & !met;",
            "module quest",
            f"  stage : [0..{len(quest.stages) - 1}] init 0;",
            f"  left : [0..{quest.attempts}] init {quest.attempts - 1};",
            "  phase : [0..4] init 0;",
            *(f"  {face} : [0..{quest.dice}] init 0;" for face in faces),
            *_rolls(quest, merged),
            *_landings(quest, faces),
            *_completions(quest),
            "  [] phase > 2 -> true;",
            "endmodule",
            'label "goal" = phase = 3;',
        ]
    )


def _met(quest: Quest) -> list[str]:
    return [
        f"(stage = {index} & {' & '.join(f'{face} >= {count}' for face, count in stage.need)})"
        for index, stage in enumerate(quest.stages)
    ]


def _rolls(quest: Quest, merged: bool) -> list[str]:
    commands = []
    for index, stage in enumerate(quest.stages):
        faces = faces_told_apart(dict(stage.need), merged)
        updates = " + ".join(
            f"{faces.count(face)}/{len(FACES)} : ({face}' = {face} + 1)"
            for face in dict.fromkeys(faces)
        )
        commands.append(f"  [] phase = 0 & stage = {index} & total < {quest.dice} -> {updates};")
    return commands


def _landings(quest: Quest, faces: list[str]) -> list[str]:
    reset = " & ".join(f"({face}' = 0)" for face in faces)
    return [
        f"  [] phase = 0 & total = {quest.dice} & met -> (phase' = 2) & {reset};",
        f"  [] open & left = 0 -> (phase' = 4) & (stage' = 0) & {reset};",
        *(
            f"  [] (phase = 1 | open & left > 0) & {face} > 0"
            f" -> (phase' = 1) & ({face}' = {face} - 1);"
            for face in faces
        ),
        "  [] phase = 1 -> (phase' = 0) & (left' = left - 1);",
    ]


def _completions(quest: Quest) -> list[str]:
    top = max(stage.reward for stage in quest.stages)
    ends = "(stage' = 0) & (left' = 0)"
    commands = [
        f"  [] phase = 2 & stage = {index}"
        f" -> {stage.reward}/{top} : (phase' = 3) & {ends}"
        f" + {top - stage.reward}/{top} : (phase' = 4) & {ends};"
        for index, stage in enumerate(quest.stages)
    ]
    push = "(phase' = 0) & (stage' = stage + 1) & (left' = left - 1)"
    last = len(quest.stages) - 1
    return [*commands, f"  [] phase = 2 & left > 0 & stage < {last} -> {push};"]
