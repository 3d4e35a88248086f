"""The HTTP service over ``odds``."""
