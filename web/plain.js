// @ts-check
// The module of pages that need no script.
