/** A page of a connection, with its nodes or its edges. */
interface ConnectionPage {
  readonly nodes?: readonly unknown[];
  readonly edges?: readonly unknown[];
}

/** Returns a connection with the next page of it: the entries of both, and what else the next page has, such as its `pageInfo`. */
export const appendPage = <C extends ConnectionPage>(known: C, next: Partial<C>): C => ({
  ...known,
  ...next,
  ...(known.nodes && { nodes: [...known.nodes, ...(next.nodes ?? [])] }),
  ...(known.edges && { edges: [...known.edges, ...(next.edges ?? [])] }),
});
