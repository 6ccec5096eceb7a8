interface FileResult {
  assertionResults?: readonly { title: string }[];
  testResults?: readonly { title: string }[];
}

declare class MissingProgramsReporter {
  static linesOf(testResults: readonly FileResult[]): string[];
}

export = MissingProgramsReporter;
