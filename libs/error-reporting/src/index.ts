export { OccurrenceReporter } from './occurrence-reporter';
export type { OccurrenceReporterOptions, ReportedOccurrence } from './occurrence-reporter';
