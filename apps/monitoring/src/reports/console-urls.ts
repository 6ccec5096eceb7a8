import { Inject, Injectable } from '@nestjs/common';
import { REPRESENTATION_OPTIONS, type RepresentationOptions } from '@wardstone/media-types';
import { consoleAddress, type ConsolePlace } from '../api/console-places';

/** Addresses of pages as reports write them: with a port, always. */
@Injectable()
export class ConsoleUrls {
  constructor(@Inject(REPRESENTATION_OPTIONS) private readonly options: RepresentationOptions) {}

  of(place: ConsolePlace): string {
    const { publicBaseUrl, consoleUrl } = this.options;
    return consoleAddress(place, {
      publicBaseUrl: withPort(publicBaseUrl),
      consoleUrl: consoleUrl === undefined ? undefined : withPort(consoleUrl),
    });
  }
}

function withPort(url: string): string {
  const { protocol, hostname, port, pathname } = new URL(url);
  return `${protocol}//${hostname}:${port || (protocol === 'https:' ? '443' : '80')}${pathname.replace(/\/$/, '')}`;
}
