import { Inject, Injectable } from '@nestjs/common';
import { SUFFIXES, toLink } from '@wardstone/media-types';
import type { Link, RecordMediaType } from '@wardstone/media-types';
import { BASE_PATH } from '../http/request-gate';
import { RouteTable } from '../http/route-table';

/** Relations and their targets below the base path, in order. Source: media spec 2. */
const RELATIONS = [
  ['platforms', 'resource/platforms'],
  ['groups', 'group'],
  ['dynaGroups', 'group/definitions'],
  ['alerts', 'alert'],
  ['status', 'status'],
  ['favoriteResources', 'user/favorites/resource'],
  ['operationHistory', 'operation/history'],
  ['reports', 'reports'],
] as const;

@Injectable()
export class RootService {
  constructor(@Inject(RouteTable) private readonly routes: RouteTable) {}

  /**
   * The links of the root, relative to it, with the suffix of the type they are written in. A relation is listed as
   * soon as its target is routed: what is advertised answers (media spec 2).
   */
  listLinks(type: RecordMediaType): Link[] {
    const suffix = SUFFIXES[type];
    const served = RELATIONS.filter(([, target]) => this.routes.isServed(`${BASE_PATH}/${target}`));
    return [...served.map(([rel, target]) => toLink(rel, target + suffix)), toLink('self', suffix)];
  }
}
