import { Injectable } from '@nestjs/common';
import type { AlertDefinitionRest } from '@wardstone/dto/monitoring';
import { Answer, SUFFIXES } from '@wardstone/media-types';
import type { Request } from 'express';
import { Addresses } from '../../api/addresses';

/** Tells clients where definitions are. */
@Injectable()
export class DefinitionLocations {
  constructor(private readonly addresses: Addresses) {}

  ofCreated(definition: AlertDefinitionRest): Answer<AlertDefinitionRest> {
    const location = this.addresses.of(`/alert/definition/${definition.id}`);
    return new Answer(definition, { headers: { Location: location } });
  }

  /** The list, with the suffix and the query of the request. See rule alerts-4. */
  ofList({ originalUrl }: Request): Answer {
    const [path = '', ...query] = originalUrl.split('?');
    const suffix = Object.values(SUFFIXES).find((known) => path.endsWith(known)) ?? '';
    const rest = query.length > 0 ? `?${query.join('?')}` : '';
    const location = this.addresses.of(`/alert/definitions${suffix}${rest}`);
    return new Answer(undefined, { status: 303, headers: { Location: location }, text: location });
  }
}
