/** The contents of the image that IMAGE_BUILT names; they are written to dist as a bill of materials (CycloneDX). */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { packageRoot } from '#services/runtime/version';
import { builtFolder, noImage } from '../support/kube/image.js';
import { isAccepted, READ_LICENCES } from '../support/licences.js';

interface Package {
  readonly name?: string;
  readonly version?: string;
  readonly license?: string;
  readonly licenses?: readonly { readonly type: string }[];
}

const built = builtFolder;
if (built !== undefined) {
  describe('the image', () => {
    const root = path.join(built, 'root');
    const manifests = readdirSync(path.join(root, 'app/node_modules'), { recursive: true, encoding: 'utf8' })
      .filter((file) => /^(?:.*node_modules\/)?(?:@[^/]+\/)?[^/]+\/package\.json$/.test(file))
      .map((file) => ({ file, ...(JSON.parse(readFileSync(path.join(root, 'app/node_modules', file), 'utf8')) as Package) }))
      .filter(({ name, version }) => name !== undefined && version !== undefined);
    const { packages: locked } = JSON.parse(readFileSync(path.join(packageRoot, 'package-lock.json'), 'utf8')) as {
      packages: Readonly<Record<string, { readonly dev?: boolean }>>;
    };
    const listed = path.join(root, 'var/lib/dpkg/status.d');
    const debian = readdirSync(listed).map((name) => {
      const [, version] = /^Version: (.+)$/m.exec(readFileSync(path.join(listed, name), 'utf8')) ?? [];
      return { name, version };
    });
    const licenceOf = ({ name = '', license, licenses }: Package): string | undefined =>
      license ?? licenses?.[0]?.type ?? READ_LICENCES[name];

    it('has the packages that the lock file names for production, and no others', () => {
      const added = manifests.filter(({ file }) => (locked[`node_modules/${path.dirname(file)}`] ?? { dev: true }).dev === true);
      expect(added.map(({ file }) => file)).to.deep.equal([]);
      expect(manifests).to.have.length.above(150);
    });

    it('has packages under accepted licences, with their texts', () => {
      expect(
        manifests.filter((each) => !isAccepted(licenceOf(each))).map(({ file, ...each }) => `${file}: ${licenceOf(each)}`),
      ).to.deep.equal([]);
      expect(existsSync(path.join(root, 'app/LICENSE'))).to.equal(true);
    });

    it('has no shell, no package manager and no compiler', () => {
      const programs = ['bin', 'sbin', 'usr/bin', 'usr/sbin', 'usr/local/bin'].flatMap((folder) => readdirSync(path.join(root, folder)));
      expect([...new Set(programs)]).to.deep.equal(['node']);
    });

    it('is described by a bill of materials', () => {
      const components = [
        ...manifests.map((each) => ({
          type: 'library',
          name: each.name,
          version: each.version,
          purl: `pkg:npm/${encodeURI(String(each.name)).replace('@', '%40')}@${each.version}`,
          licenses: [{ license: { name: licenceOf(each) } }],
        })),
        ...debian.map((each) => ({ type: 'library', ...each, purl: `pkg:deb/debian/${each.name}@${each.version}` })),
      ];
      expect(debian.map(({ name }) => name)).to.include.members(['libc6', 'libstdc++6']);
      for (const { name, version } of debian) {
        expect(version, name).to.match(/\d/);
        expect(existsSync(path.join(root, 'usr/share/doc', name, 'copyright')), name).to.equal(true);
      }
      const bill = { bomFormat: 'CycloneDX', specVersion: '1.5', version: 1, components };
      writeFileSync(path.join(packageRoot, 'dist/image.cdx.json'), `${JSON.stringify(bill, null, 1)}\n`);
    });
  });
} else {
  process.stdout.write(`  The contents of the image are left out: ${noImage}\n`);
}
