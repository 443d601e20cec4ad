import { expect, it } from "vitest";
import { notesOf } from "./notes";

it("tells of seats what no event tells", () => {
  expect(notesOf([{ name: "The Garrison", fell_from: "", relinked: 0 }])).toEqual([]);
  const notes = notesOf([
    { name: "The Garrison", fell_from: "marshal", relinked: 0 },
    { name: "The Emir's Host", fell_from: "", relinked: 1 },
    { name: "The Column", fell_from: "", relinked: 2 },
  ]);
  expect(notes).toEqual([
    "The Marshal of The Garrison did not answer in time: a Regular plays on in its place.",
    "Whoever keeps the server has given the link of The Emir's Host out anew: the old one opens nothing any more.",
    "Whoever keeps the server has given the link of The Column out anew 2 times: the old one opens nothing any more.",
  ]);
});
