/** The fields whose meaning is computed; each takes what its `@groq` expression yields. */
export const resolvers = {
  Person: { lifespan },
};

/** Years of birth and death, as a biographical note gives them: `1917–2008`, `born 1940`, `died 1827`. */
function lifespan(value: unknown): string | null {
  const { born, died } = (value ?? {}) as { born?: string | null; died?: string | null };
  const year = (date: string) => date.slice(0, 4);
  if (born && died) return `${year(born)}–${year(died)}`;
  if (born) return `born ${year(born)}`;
  return died ? `died ${year(died)}` : null;
}
