// Original file: proto/documents.proto


export interface ArtifactBytes {
  'bytes'?: (Buffer | Uint8Array | string);
}

export interface ArtifactBytes__Output {
  'bytes': (Buffer);
}
