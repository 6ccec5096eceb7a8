import type { ResourceWithType } from '@wardstone/dto/monitoring';
import { Answer } from '@wardstone/media-types';
import type { ResourceRecords } from './resource-record';
import type { ResourceRow } from './resource-row.sql';

/** 201 with the resource, also when it has been there before. Source: inventory spec 4.7. */
export function created(records: ResourceRecords, row: ResourceRow): Answer<ResourceWithType> {
  return new Answer(records.of(row), { status: 201, headers: { Location: records.addressOf(row) } });
}
