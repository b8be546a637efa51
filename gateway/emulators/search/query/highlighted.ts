/** Highlighting of one text. */
export interface HighlightLeaf {
  value: string;
  matchLevel: 'none' | 'partial' | 'full';
  matchedWords?: string[];
  fullyHighlighted?: boolean;
}

/** The structure of the record, with a leaf for every text. */
export type Highlighted = HighlightLeaf | Highlighted[] | { [attribute: string]: Highlighted };

/** Returns whether any text of a highlighted value matches. */
export function hasMatch(highlighted: Highlighted): boolean {
  if (Array.isArray(highlighted)) return highlighted.some(hasMatch);
  if (isLeaf(highlighted)) return highlighted.matchLevel !== 'none';
  return Object.values(highlighted).some(hasMatch);
}

function isLeaf(highlighted: Highlighted): highlighted is HighlightLeaf {
  return 'matchLevel' in highlighted && typeof highlighted.matchLevel === 'string';
}
