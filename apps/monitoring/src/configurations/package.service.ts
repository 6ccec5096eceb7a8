import { Injectable } from '@nestjs/common';
import { type Client, HeavyWork } from '@wardstone/bootstrap';
import type { InstalledPackage, InstalledPackageQuery } from '@wardstone/dto/monitoring';
import type { ListPage } from '@wardstone/media-types';
import { matchesVersion, parsePackageQuery } from '@wardstone/package-versions';
import { invalidParameter } from '../api/invalid-parameter';
import type { Viewer } from '../authorization/viewer';
import { packageKeys } from './domain/package-keys';
import { PackageQueries } from './package.queries';

/** See rule agents-20. */
@Injectable()
export class PackageService {
  constructor(
    private readonly queries: PackageQueries,
    private readonly heavyWork: HeavyWork,
  ) {}

  /** @throws invalid_query, too_many_heavy_requests */
  async list(
    { q, window }: InstalledPackageQuery,
    viewer: Viewer,
    client: Client,
  ): Promise<ListPage<InstalledPackage>> {
    const query = parsePackageQuery(q);
    if (!query) {
      throw invalidParameter(
        'Parameter q must be the name of a package, or a name, one of <, <=, =, >=, > and a version',
      );
    }
    await this.heavyWork.begin(client);
    const keys = new Map(packageKeys(query.name).map((key) => [key.key, key]));
    const rows = await this.queries.find(viewer, [...keys.keys()]);
    const found = rows.flatMap(({ host_id: hostId, host_name: hostName, key, versions }) => {
      const { architecture, format } = keys.get(key)!;
      return versions
        .split(', ')
        .filter((version) => matchesVersion(query, version, format))
        .map((version): InstalledPackage => ({ hostId, hostName, name: query.name, architecture, version, format }));
    });
    const { offset, limit } = window;
    const items = limit === undefined ? found.slice(offset) : found.slice(offset, offset + limit);
    return { items, total: found.length, window };
  }
}
