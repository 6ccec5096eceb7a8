interface Configuration {
  plugins: { rules: Record<string, (commit: { subject: string | null }) => [isGood: boolean, message: string]> }[];
  rules: Record<string, unknown[]>;
}

declare const configuration: Configuration;
export = configuration;
