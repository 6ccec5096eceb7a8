/** How TypeScript becomes what Node.js runs, in tests: with the type metadata that Nest and class-validator read. */
module.exports = {
  swcrc: false,
  sourceMaps: true,
  module: { type: 'commonjs' },
  jsc: {
    target: 'es2022',
    keepClassNames: true,
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
  },
};
