/** Example queries, one for each kind of match. */
export const EXAMPLE_SEARCHES: readonly { query: string; note: string }[] = [
  { query: 'golden thread', note: 'words spoken in a film open it at that second' },
  { query: 'Turing', note: 'people, and the films and articles about them' },
  { query: 'sand on a plate', note: 'what happens in a film' },
  { query: 'butterfy', note: 'typos are forgiven' },
];
