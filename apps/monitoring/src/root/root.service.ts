import { Injectable } from '@nestjs/common';
import { type Link, toLink } from '@wardstone/dto';
import { type MediaType, SUFFIXES } from '@wardstone/media-types';
import { BASE_PATH, RouteTable } from '../api/request-paths';

/** Relations of the root with their targets below the base path. See rule http-18. */
const RELATIONS = [
  ['platforms', '/resource/platforms'],
  ['groups', '/group'],
  ['dynaGroups', '/group/definitions'],
  ['alerts', '/alert'],
  ['status', '/status'],
  ['favoriteResources', '/user/favorites/resource'],
  ['operationHistory', '/operation/history'],
  ['reports', '/reports'],
] as const;

@Injectable()
export class RootService {
  constructor(private readonly routes: RouteTable) {}

  /**
   * The links of the root, relative to it, with the suffix of the requested type. A relation is listed only if its
   * target has a route (rule http-18).
   */
  listLinks(type: MediaType): Link[] {
    const suffix = SUFFIXES[type];
    const served = RELATIONS.filter(([, path]) => this.routes.isServed(BASE_PATH + path));
    return [...served.map(([rel, path]) => toLink(rel, path.slice(1) + suffix)), toLink('self', suffix)];
  }
}
