import { v7 as uuid } from 'uuid';
import type { AnyResource } from './resource.js';

/** An id of a resource: its prefix and a UUID, by default a new one of version 7, so that ids are in the order of creation. */
export const newId = ({ idPrefix }: AnyResource, id: string = uuid()): string => `${idPrefix}${id}`;
