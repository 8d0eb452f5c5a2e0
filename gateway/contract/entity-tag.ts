/** True where If-None-Match or If-Match names the tag, or any. A proxy that compresses marks the tag as a weak one. */
export const namesTag = (header: string | undefined, tag: string): boolean =>
  (header ?? '')
    .split(',')
    .map((each) => each.trim().replace(/^W\//, ''))
    .some((each) => each === tag || each === '*');
