import { Inject, Injectable } from '@nestjs/common';
import { type Link, toLink } from '@wardstone/dto';
import { type ErrorType, errorTypeUrl } from '@wardstone/errors';
import { REPRESENTATION_OPTIONS, type RepresentationOptions } from '@wardstone/media-types';

/** Target of a link for people: a page of our console, and its name in a console like that of the reference. */
export interface ConsolePlace {
  /** Path in our console, e.g. `/inventory/10001`. */
  readonly page: string;
  /** Format: `Resource/10001`. */
  readonly name: string;
}

const ofDefinition = (id: number): string => `/alerts/definitions/${id}`;

/** Pages that records, reports and notifications link to; objects without one use that of their resource. */
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

/** Pages of our console without a counterpart elsewhere, where its front page is used. */
const unnamed =
  (page: string) =>
  (...ids: number[]): ConsolePlace => ({ page: [page, ...ids].join('/'), name: '' });

/** By prefix of the path, whose ids are passed on. */
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

/** The console page for a path below the base path, or for its area. */
export function toConsolePlace(path: string): ConsolePlace {
  const [pattern, place] = PLACES_OF_PATHS.find(([start]) => start.test(path))!;
  return place(...(pattern.exec(path) ?? []).slice(1).map(Number));
}

/** URL of a console page: in the configured console, otherwise in ours, which is below the public address. */
export function consoleAddress(
  { page, name }: ConsolePlace,
  { publicBaseUrl, consoleUrl }: { publicBaseUrl: string; consoleUrl?: string | undefined },
): string {
  return consoleUrl === undefined ? `${publicBaseUrl}/console${page}` : `${consoleUrl}/coregui/#${name}`;
}

/** Absolute URLs of the service. See rule http-9. */
@Injectable()
export class Addresses {
  /** The base may differ between requests. */
  constructor(@Inject(REPRESENTATION_OPTIONS) private readonly options: RepresentationOptions) {}

  /** URL of a path below the root, e.g. `/resource/10001`. */
  of(path: string): string {
    return this.options.publicBaseUrl + this.options.basePath + path;
  }

  link(rel: string, path: string): Link {
    return toLink(rel, this.of(path));
  }

  /** Link to a platform as a system of the compliance service. */
  complianceSystem(id: string): Link {
    return toLink('complianceSystem', `${this.options.publicBaseUrl}/api/compliance/v2/systems/${id}`);
  }

  /** URL of a page for people. */
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
