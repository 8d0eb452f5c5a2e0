import { v7 as uuid } from 'uuid';
import type { AnyResource } from './resource.js';

/** A new id of a resource: its prefix and a UUID of version 7, so that ids are in the order of creation. */
export const newId = ({ idPrefix }: AnyResource): string => `${idPrefix}${uuid()}`;
