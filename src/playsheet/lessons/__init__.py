"""Lessons: a small battle with fixed dice, words beside it, and somebody who says whether an answer leads on."""
