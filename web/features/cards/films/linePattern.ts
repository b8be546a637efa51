/** The pattern of lines on the plate of a film. */
export interface LinePattern {
  /** Degrees. */
  angle: number;
  /** Pixels between two lines. */
  spacing: number;
}

/** Returns the pattern of a document: equal ids have equal patterns, and different ids as a rule different patterns. */
export const linePattern = (id: string): LinePattern => {
  let hash = 0;
  for (const character of id) hash = (Math.imul(hash, 31) + character.charCodeAt(0)) >>> 0;
  return {
    // Steps of 15 degrees: smaller differences look like mistakes.
    angle: (hash % 12) * 15,
    spacing: 6 + ((hash >>> 8) % 5) * 3,
  };
};
