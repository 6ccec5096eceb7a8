import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import { entityTag, preconditionsHold } from '@wardstone/bootstrap';
import { ApiError, ApiErrors, CommonError } from '@wardstone/errors';
import type { DtoClass } from '@wardstone/dto';
import type { Request } from 'express';
import { toContentType, type Offer, type MediaType } from '../negotiation/media-type';
import { renderJson } from '../render/render-json';
import { renderPlain } from '../render/render-plain';
import { renderXml } from '../render/render-xml';
import { type Included, selectFields } from '../record/fields-on-request';
import { one } from '../record/result-kind';
import { documentedParameter } from './document-representations';
import { includedIn, offersFor } from './negotiation.guard';

/** The `If-Match` condition on the record to change. See rule platform-4. */
export class Precondition {
  constructor(
    /** Value of the header; undefined if absent. */
    private readonly ifMatch: string | undefined,
    private readonly offers: readonly Offer<MediaType>[],
    /** Fields on request named by the client, which has read the record at the same address. */
    private readonly included: Included,
  ) {}

  /** Whether the header is present; without it, the record need not be read. */
  get isGiven(): boolean {
    return this.ifMatch !== undefined;
  }

  /**
   * @param record as returned by GET at the same address; best read under a lock
   * @throws precondition_failed when the client's tag matches none of its representations. Tags of pages do not count:
   * they hold more than the record.
   */
  require<T extends object>(dto: DtoClass<T>, record: T): void {
    const { ifMatch } = this;
    if (ifMatch === undefined) return;
    const shown = selectFields(one(dto), record, this.included) as object;
    const current = this.offers.flatMap((offer) => {
      const text = toText(offer.type, dto, shown);
      return text === undefined ? [] : [entityTag(toContentType(offer), text)];
    });
    if (!preconditionsHold({ ifMatch }, current)) throw new ApiError(CommonError.precondition_failed);
  }
}

function toText(type: MediaType, dto: DtoClass, record: object): string | undefined {
  switch (type) {
    case 'json':
    case 'wrapped':
      return renderJson(one(dto), record);
    case 'xml':
      return renderXml(one(dto), record);
    case 'plain':
      return renderPlain(one(dto), record);
    case 'html':
    case 'csv':
      return undefined;
  }
}

/** The request's `If-Match` as a `Precondition`. Only on routes with `result()`. */
export function IfMatch(): ParameterDecorator {
  const read = createParamDecorator((_: unknown, context: ExecutionContext) => {
    const request = context.switchToHttp().getRequest<Request>();
    return new Precondition(request.headers['if-match'], offersFor(request), includedIn(request));
  });
  return documentedParameter(
    read(),
    ApiHeader({
      name: 'If-Match',
      required: false,
      description: 'Change the record only while its ETag is one of these',
      schema: { type: 'string' },
    }),
    ApiErrors('precondition_failed'),
  );
}
