/**
 * SHA-256 of the compiled code behind each pricer, by its id. `npm run build` writes the hashes over this module's compiled form
 * (services/runtime/source-hashes.ts). After `tsc` alone there are none, and manifests leave them out.
 */
export const SOURCE_HASHES: Readonly<Record<string, string>> = {};
