import { Inject, Injectable } from '@nestjs/common';
import { type Link, toLink } from '@wardstone/dto';
import { type ErrorType, errorTypeUrl } from '@wardstone/errors';
import { REPRESENTATION_OPTIONS, type RepresentationOptions } from '@wardstone/media-types';

/** A place that links for people lead to: a page of our console, and its name in a console of the reference's kind. */
export interface ConsolePlace {
  /** Below the root of our console, e.g. `/inventory/10001`. */
  readonly page: string;
  /** e.g. `Resource/10001`. */
  readonly name: string;
}

const ofDefinition = (id: number): string => `/alerts/definitions/${id}`;

/** The page of each thing that records, reports and notifications link to; what has none is on that of its resource. */
export const consolePlaces = {
  resource: (id: number) => ({ page: `/inventory/${id}`, name: `Resource/${id}` }),
  schedules: (resourceId: number) => ({
    page: `/inventory/${resourceId}/schedules`,
    name: `Resource/${resourceId}/Monitoring/Schedules`,
  }),
  group: (id: number) => ({ page: `/groups/${id}`, name: `ResourceGroup/${id}` }),
  alert: (resourceId: number, id: number) => ({
    page: `/alerts/${id}`,
    name: `Resource/${resourceId}/Alerts/History/${id}`,
  }),
  incident: (id: number) => ({ page: `/alerts/incidents/${id}`, name: '' }),
  definition: (resourceId: number, id: number) => ({
    page: ofDefinition(id),
    name: `Resource/${resourceId}/Alerts/Definitions/${id}`,
  }),
  definitionOfType: (typeId: number, id: number) => ({
    page: ofDefinition(id),
    name: `Administration/Configuration/AlertDefTemplates/${typeId}/${id}`,
  }),
  definitionOfGroup: (groupId: number, id: number) => ({
    page: ofDefinition(id),
    name: `ResourceGroup/${groupId}/Alerts/Definitions/${id}`,
  }),
  operation: (resourceId: number, id: number) => ({
    page: `/inventory/${resourceId}/operations`,
    name: `Resource/${resourceId}/Operations/History/${id}`,
  }),
  configuration: (resourceId: number, id: number) => ({
    page: `/inventory/${resourceId}/configuration`,
    name: `Resource/${resourceId}/Configuration/History/${id}`,
  }),
  drift: (resourceId: number, definitionId: number, id: number) => ({
    page: `/inventory/${resourceId}`,
    name: `Resource/${resourceId}/Drift/Definitions/${definitionId}/Drift/0id_${id}`,
  }),
} as const satisfies Record<string, (...ids: number[]) => ConsolePlace>;

/** Pages of the console that have no name elsewhere, where its front page does. */
const unnamed =
  (page: string) =>
  (...ids: number[]): ConsolePlace => ({ page: [page, ...ids].join('/'), name: '' });

/** By the beginning of a path; ids in it are those of the place. */
const PLACES_OF_PATHS: readonly (readonly [RegExp, (...ids: number[]) => ConsolePlace])[] = [
  [/^\/resource\/(\d+)\/schedules\b/, consolePlaces.schedules],
  [/^(?:\/metric\/(?:data|charts))?\/resource\/(\d+)\b/, consolePlaces.resource],
  [/^(?:\/metric\/(?:data|charts))?\/group\/(\d+)\b/, consolePlaces.group],
  [/^\/group\/definition\/(\d+)\b/, unnamed('/groups/definitions')],
  [/^\/group\/definitions?\b/, unnamed('/groups/definitions')],
  [/^\/group\b/, unnamed('/groups')],
  [/^\/alert\/definition\/(\d+)\b/, unnamed('/alerts/definitions')],
  [/^\/alert\/definitions?\b/, unnamed('/alerts/definitions')],
  [/^\/alert\/(\d+)\b/, unnamed('/alerts')],
  [/^\/alert\b/, unnamed('/alerts')],
  [/^\/incident\/(\d+)\b/, unnamed('/alerts/incidents')],
  [/^\/incident\b/, unnamed('/alerts/incidents')],
  [/^\/problems?\b/, unnamed('/problems')],
  [/^\/reports\b/, unnamed('/reports')],
  [/^\/(?:resource|metric|event|operation)\b/, unnamed('/inventory')],
  [/^/, unnamed('/')],
];

/** The console's page of what is at a path below the base path, or of its area. */
export function consolePlaceOf(path: string): ConsolePlace {
  const [pattern, place] = PLACES_OF_PATHS.find(([start]) => start.test(path))!;
  return place(...(pattern.exec(path) ?? []).slice(1).map(Number));
}

/** Address of a place: in the console that the settings name, else in ours, which is below the public address. */
export function consoleAddress(
  { page, name }: ConsolePlace,
  { publicBaseUrl, consoleUrl }: { publicBaseUrl: string; consoleUrl?: string | undefined },
): string {
  return consoleUrl === undefined ? `${publicBaseUrl}/console${page}` : `${consoleUrl}/coregui/#${name}`;
}

/** Absolute addresses of what the service serves. See rule http-9. */
@Injectable()
export class Addresses {
  /** The base may differ from request to request. */
  constructor(@Inject(REPRESENTATION_OPTIONS) private readonly options: RepresentationOptions) {}

  /** Address of a path below the root, e.g. `/resource/10001`. */
  of(path: string): string {
    return this.options.publicBaseUrl + this.options.basePath + path;
  }

  link(rel: string, path: string): Link {
    return toLink(rel, this.of(path));
  }

  /** Link to a platform as a system of compliance. */
  complianceSystem(id: string): Link {
    return toLink('complianceSystem', `${this.options.publicBaseUrl}/api/compliance/v2/systems/${id}`);
  }

  /** Address of a page for people. */
  inConsole(place: ConsolePlace): string {
    return consoleAddress(place, this.options);
  }

  /** Link to a page for people. */
  console(place: ConsolePlace): Link {
    return toLink('coregui', this.inConsole(place));
  }

  /** Headers of a response that reports an error in its own format. See rule platform-3. */
  errorHeaders(kind: ErrorType): Record<string, string> {
    return { 'X-Error-Type': kind.type, Link: `<${errorTypeUrl(this.options.publicBaseUrl, kind)}>; rel="help"` };
  }
}
