/* Not there yet. */
import { h } from "./dom.js";

/** See shell.js. */
export function mount(element) {
  element.append(h("p", {}, "This game isn't on the page yet; the service answers its questions."));
  return { open() {}, restore() {} };
}
