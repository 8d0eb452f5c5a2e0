/**
 * One function per tag of a tagged union. A missing tag does not compile.
 *
 * `again` applies the fold to a part of the node, for unions that nest; `context` is passed down by the caller.
 */
export type Cases<Node extends Record<Tag, string>, Tag extends string, Result, Context extends unknown[] = []> = {
  readonly [Name in Node[Tag]]: (
    node: Extract<Node, Record<Tag, Name>>,
    again: (part: Node, ...context: Context) => Result,
    ...context: Context
  ) => Result;
};

/** The function that applies to each node the case of its tag. */
export function fold<Node extends Record<Tag, string>, Tag extends string, Result, Context extends unknown[] = []>(
  tag: Tag,
  cases: Cases<Node, Tag, Result, Context>,
): (node: Node, ...context: Context) => Result {
  const folded = (node: Node, ...context: Context): Result => {
    // `Cases` ties each tag to its node type, which the compiler cannot follow through an index; hence the one assertion.
    const applyCase = cases[node[tag]] as (node: Node, again: typeof folded, ...context: Context) => Result;
    return applyCase(node, folded, ...context);
  };
  return folded;
}
