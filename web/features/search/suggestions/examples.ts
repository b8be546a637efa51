/** Words to begin with, one for each thing a search can do. */
export const EXAMPLES: readonly { query: string; why: string }[] = [
  { query: 'golden thread', why: 'words that are said in a film open it at that second' },
  { query: 'Turing', why: 'people, and the films and articles that speak of them' },
  { query: 'sand on a plate', why: 'what happens in a film' },
  { query: 'butterfy', why: 'a slip of the finger is forgiven' },
];
