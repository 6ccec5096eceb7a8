import type { EvidenceFile } from '@wardstone/dto/compliance';
import {
  writeCsv,
  writeHtml,
  writeOscal,
  writePdf,
  writePoamCsv,
  writePoamOscal,
  writeSarif,
} from '@wardstone/evidence';
import type { EvidenceFormat } from './evidence.service';

export const FORMATS = {
  Csv: {
    mediaType: 'text/csv; charset=utf-8',
    example: 'policy,system,system_id\nBaseline,web-1,d2f8a1c3-6b4e-4d7a-9f50-3c1e8b7a2d64\n',
    extension: 'csv',
    write: writeCsv,
  },
  Html: {
    mediaType: 'text/html; charset=utf-8',
    example: '<!DOCTYPE html>',
    extension: 'html',
    write: writeHtml,
  },
  Pdf: {
    mediaType: 'application/pdf',
    example: '%PDF-1.7',
    extension: 'pdf',
    write: writePdf,
  },
  Sarif: {
    mediaType: 'application/sarif+json',
    example: '{"version":"2.1.0","runs":[]}',
    extension: 'sarif',
    write: writeSarif,
  },
  Oscal: {
    mediaType: 'application/json',
    example: '{"assessment-results":{}}',
    extension: 'json',
    write: writeOscal,
  },
} as const;

/** Plans of action and milestones. */
export const PLANS = {
  Csv: {
    name: 'poam',
    mediaType: 'text/csv; charset=utf-8',
    example: 'policy,weakness,rule\nBaseline,Set a message of the day,motd\n',
    extension: 'csv',
    write: writePoamCsv,
  },
  Oscal: {
    name: 'poam',
    mediaType: 'application/json',
    example: '{"plan-of-action-and-milestones":{}}',
    extension: 'json',
    write: writePoamOscal,
  },
} as const;
/** By the end of its address. */
export const FORMAT_OF_FILE: Readonly<Record<EvidenceFile, EvidenceFormat>> = {
  'evidence.csv': FORMATS.Csv,
  'evidence.html': FORMATS.Html,
  'evidence.pdf': FORMATS.Pdf,
  'evidence.sarif': FORMATS.Sarif,
  'evidence.oscal.json': FORMATS.Oscal,
  'poam.csv': PLANS.Csv,
  'poam.oscal.json': PLANS.Oscal,
};
