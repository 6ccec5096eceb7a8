import { Injectable } from '@nestjs/common';
import type { Link } from '@wardstone/dto';
import { DRIFT_CATEGORIES } from '@wardstone/dto/monitoring';
import { CsvTable, type RecordMediaType } from '@wardstone/media-types';
import { Addresses } from '../api/addresses';
import { REPORT_NAMES, type ReportName } from './report-names';

/** See rule reports-2. */
@Injectable()
export class ReportList {
  constructor(private readonly addresses: Addresses) {}

  /** A table in CSV, links in every other type. */
  listAs(type: RecordMediaType): CsvTable | Link[] {
    const path = (name: ReportName): string => `/reports/${name}${type === 'html' ? asClicked(name) : ''}`;
    if (type !== 'csv') return REPORT_NAMES.map((name) => this.addresses.link(name, path(name)));
    return new CsvTable(
      ['Report', 'URL'],
      REPORT_NAMES.map((name) => [name, this.addresses.of(path(name))]),
    );
  }
}

/** What a page adds to the address: it would lead to the page of a report otherwise, and there is none. */
function asClicked(name: ReportName): string {
  return name === 'recentDrift' ? `.csv?categories=${DRIFT_CATEGORIES.join()}` : '.csv';
}
