// What is thrown where the bytes of a segment cannot be what a build wrote. Says nothing to people: whoever
// opens segments builds them anew.

export class CorruptSegment extends Error {
  constructor(what: string) {
    super(`The search index is damaged: ${what}`);
    this.name = 'CorruptSegment';
  }
}
