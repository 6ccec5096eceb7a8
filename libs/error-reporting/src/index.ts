export { OccurrenceReporter } from './occurrence-reporter';
export type { ReportedOccurrence } from './occurrence-reporter';
