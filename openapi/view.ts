/**
 * Part of a successful response that a schema describes.
 *
 * - data: the content of `data`, as the interface specification has it
 * - wire: the whole body, envelope included, as tools and generated clients need it
 */
export type View = 'data' | 'wire';
