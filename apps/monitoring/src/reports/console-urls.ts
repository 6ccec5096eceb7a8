import { Inject, Injectable } from '@nestjs/common';
import { REPRESENTATION_OPTIONS } from '@wardstone/media-types';
import type { RepresentationOptions } from '@wardstone/media-types';

/** Addresses of pages of the graphical console as reports write them: with a port, always. Source: plugin spec 7.1. */
@Injectable()
export class ConsoleUrls {
  constructor(@Inject(REPRESENTATION_OPTIONS) private readonly options: Pick<RepresentationOptions, 'publicBaseUrl'>) {}

  /** @param place e.g. `Resource/10001` */
  of(place: string): string {
    const { protocol, hostname, port, pathname } = new URL(this.options.publicBaseUrl);
    const shownPort = port || (protocol === 'https:' ? '443' : '80');
    return `${protocol}//${hostname}:${shownPort}${pathname.replace(/\/$/, '')}/coregui/#${place}`;
  }

  /** @param below what follows the id, e.g. `/Alerts/History/10005` */
  ofResource(id: number, below = ''): string {
    return this.of(`Resource/${id}${below}`);
  }
}
