/** Number of the layout in which both stores keep documents. A store of a later layout is refused. */
export const LAYOUT = 1;

export const laterLayout = (place: string, layout: number): string =>
  `${place} was written by a later version: its layout is ${layout}, this one knows ${LAYOUT}`;
