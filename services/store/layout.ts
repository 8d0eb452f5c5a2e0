/**
 * Layout of what is stored, the same number in both stores. Layout 2 added who created and who updated a document, and former versions. MongoDB
 * keeps documents of both layouts alike; the embedded store migrates when it is opened. A store of a later layout is refused.
 */
export const LAYOUT = 2;

export const laterLayout = (where: string, layout: number): string =>
  `${where} was written by a later version: its layout is ${layout}, this one knows ${LAYOUT}`;
