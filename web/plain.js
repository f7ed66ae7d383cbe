// @ts-check
// A page without anything that lives.
