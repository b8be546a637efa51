/** A topic that shares films or articles with another. */
export interface Neighbour {
  id: string;
  slug: string;
  title: string;
  /** How many they share. */
  shared: number;
}

interface About {
  topics: readonly { id: string; slug: string; title: string }[];
}

/** The other topics of what is about a topic: those that share the most first, then by name. */
export const neighboursOf = (topic: string, works: readonly About[]): Neighbour[] => {
  const found = new Map<string, Neighbour>();
  for (const { id, slug, title } of works.flatMap(({ topics }) => topics)) {
    if (id === topic) continue;
    const known = found.get(id);
    if (known) known.shared += 1;
    else found.set(id, { id, slug, title, shared: 1 });
  }
  return [...found.values()].sort((a, b) => b.shared - a.shared || a.title.localeCompare(b.title, 'en'));
};
