/**
 * A meaning of a tagged union, one answer a tag: what is not answered does not compile.
 *
 * `again` is the same meaning of a part, for the unions that nest; `context` is what a caller hands down.
 */
export type Cases<Node extends Record<Tag, string>, Tag extends string, Result, Context extends unknown[] = []> = {
  readonly [Name in Node[Tag]]: (
    node: Extract<Node, Record<Tag, Name>>,
    again: (part: Node, ...context: Context) => Result,
    ...context: Context
  ) => Result;
};

/** The function that takes each node to the answer of its own tag. */
export function fold<Node extends Record<Tag, string>, Tag extends string, Result, Context extends unknown[] = []>(
  tag: Tag,
  cases: Cases<Node, Tag, Result, Context>,
): (node: Node, ...context: Context) => Result {
  const meaning = (node: Node, ...context: Context): Result => {
    // `Cases` ties each tag to its node; the compiler cannot follow the tie through an index, so it is said once, here.
    const answer = cases[node[tag]] as (node: Node, again: typeof meaning, ...context: Context) => Result;
    return answer(node, meaning, ...context);
  };
  return meaning;
}
