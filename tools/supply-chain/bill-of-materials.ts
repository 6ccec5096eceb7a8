/** A package in the bill of materials of an image. */
export interface BilledPackage {
  name: string;
  version: string;
  /** SPDX expression; absent if the package has none. */
  licence?: string;
  /** Subresource integrity of the installed archive, e.g. `sha512-…`. */
  integrity?: string;
}

/** A CycloneDX 1.6 document. `serial` is a UUID, `madeAt` ISO 8601. */
export function billOfMaterials(
  image: { name: string; version: string },
  packages: readonly BilledPackage[],
  { serial, madeAt }: { serial: string; madeAt: string },
): object {
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${serial}`,
    version: 1,
    metadata: {
      timestamp: madeAt,
      component: {
        type: 'application',
        'bom-ref': image.name,
        name: image.name,
        version: image.version,
        licenses: [{ license: { id: 'Apache-2.0' } }],
      },
    },
    components: packages.map(getComponent),
    dependencies: [{ ref: image.name, dependsOn: packages.map(packageUrl) }],
  };
}

function getComponent(billed: BilledPackage): object {
  const { name, version, licence, integrity } = billed;
  return {
    type: 'library',
    'bom-ref': packageUrl(billed),
    name,
    version,
    purl: packageUrl(billed),
    ...(licence === undefined
      ? {}
      : { licenses: [isExpression(licence) ? { expression: licence } : { license: { id: licence } }] }),
    ...(integrity === undefined ? {} : { hashes: [toHash(integrity)] }),
  };
}

function packageUrl({ name, version }: BilledPackage): string {
  return `pkg:npm/${name.replace(/^@/, '%40')}@${version}`;
}

function isExpression(licence: string): boolean {
  return /\s(AND|OR|WITH)\s/.test(licence);
}

function toHash(integrity: string): object {
  const [algorithm, digest] = integrity.split(' ', 1)[0]!.split(/-(.*)/s);
  const names: Record<string, string> = { sha512: 'SHA-512', sha384: 'SHA-384', sha256: 'SHA-256', sha1: 'SHA-1' };
  return { alg: names[algorithm!], content: Buffer.from(digest!, 'base64').toString('hex') };
}
