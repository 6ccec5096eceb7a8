import { Inject, Injectable } from '@nestjs/common';
import type { Link } from '@wardstone/dto';
import { type ErrorType, errorTypeUrl } from '@wardstone/errors';
import { REPRESENTATION_OPTIONS, type RepresentationOptions, toLink } from '@wardstone/media-types';
import { consoleAddress, type ConsolePlace } from './console-places';

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
