/** The part of jest's `--json` output that is read here. */
export interface JestReport {
  numPassedTests: number;
  numFailedTests: number;
  /** Files that failed before their first test. */
  numRuntimeErrorTestSuites: number;
  /** Whether some files have not run. */
  wasInterrupted?: boolean;
  testResults: FileReport[];
}

export interface FileReport {
  name: string;
  status: string;
  message: string;
  /** Milliseconds since the epoch. */
  startTime: number;
  endTime: number;
  assertionResults: { status: string; title: string; fullName: string; failureMessages: string[] }[];
}

export function readReport(file: string): JestReport | undefined;
export function selectFiles(report: JestReport, isWanted: (file: FileReport) => boolean): JestReport;
export function describeFailures(root: string, report: JestReport): string[];
