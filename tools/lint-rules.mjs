// Our own rules for oxlint, by syntax; .oxlintrc.json configures their files, and tools/test/lint.spec.ts violates each
// of them.

/** Creates a rule that refuses everything that a selector matches. */
function refusal(message, ...selectors) {
  return {
    create: (context) =>
      Object.fromEntries(selectors.map((selector) => [selector, (node) => context.report({ node, message })])),
  };
}

/** Selects the texts of a program: strings and templates. */
function textMatching(pattern) {
  return [`TemplateElement[value.raw=${pattern}]`, `Literal[value=${pattern}]`];
}

/**
 * Like consistent-type-imports of typescript-eslint, except for files with decorators, because Nest and TypeORM read
 * the types of decorated classes at run time; oxlint's own rule does not consider them.
 */
const typesAreImportedAsTypes = {
  create(context) {
    let isDecorated = false;
    const imported = [];
    return {
      Decorator: () => {
        isDecorated = true;
      },
      ImportDeclaration: (node) => {
        if (node.importKind !== 'type') imported.push(...node.specifiers.filter((each) => each.importKind !== 'type'));
      },
      'Program:exit': () => {
        if (isDecorated) return;
        for (const node of imported) {
          const references = context.sourceCode.getDeclaredVariables(node).flatMap((variable) => variable.references);
          if (references.length > 0 && references.every(isOfTypes)) {
            context.report({ node, message: `${node.local.name} is used as a type only: import it by "type".` });
          }
        }
      },
    };
  },
};

function isOfTypes(reference) {
  return !reference.isValueReference || isInTypeQuery(reference.identifier);
}

/** `typeof x` or `typeof x.y` in a type. */
function isInTypeQuery({ parent }) {
  return parent.type === 'TSQualifiedName' ? isInTypeQuery(parent) : parent.type === 'TSTypeQuery';
}

const READS_OR_WRITES = /\b(SELECT|INSERT INTO|UPDATE [a-z_]+ SET|DELETE FROM|JOIN [a-z_]+|WHERE|ORDER BY)\s/;
const WRITES = /\b((INSERT|MERGE)\s+INTO|TRUNCATE|DELETE\s+FROM|(?<!(FOR|KEY) )UPDATE)\s/;

const NOW = "callee.property.name='now'][callee.object.name";
const ELAPSED = "BinaryExpression[operator='-'][left.callee.property.name='now'][left.callee.object.name";
/** Only variables, because `Date.now() - DAY_MS` is a time, not a duration. */
const SINCE_START = '[right.name=/^[a-z]/]';

export default {
  meta: { name: 'wardstone' },
  rules: {
    'types-are-imported-as-types': typesAreImportedAsTypes,
    'time-is-a-parameter': refusal('Time is a parameter.', "NewExpression[callee.name='Date'][arguments.length=0]"),
    'sql-stands-in-queries': refusal(
      'SQL stands in *.queries.ts; what rooms share of it in *.sql.ts.',
      ...textMatching(READS_OR_WRITES),
    ),
    'shared-sql-reads': refusal(
      'SQL that rooms share only reads; writes stand in the *.queries.ts of the room that owns the table.',
      ...textMatching(WRITES),
    ),
    // Queries are recognised by their usual name; their text is only read in `api/`.
    'query-is-a-class': refusal(
      'A query is an object of a class in libs/dto, read and documented by the decorator of the handler.',
      'Identifier[name=/^(query|parameters)$/] > TSTypeAnnotation > ' +
        ':matches(TSTypeReference[typeName.name=/^(Record|Readonly|Partial)$/], TSUnknownKeyword, TSObjectKeyword)',
    ),
    // See decision 19: no body is parsed while locks are held, so that nobody waits for a parser.
    'body-is-read-before-locks': refusal(
      'A body is read before the transaction begins, after a plain read of what it is about and who may change it.',
      "CallExpression[callee.property.name='transaction'] CallExpression[callee.object.name='body'][callee.property.name='read']",
    ),
    // Checked beside the route; the rule only applies to controllers.
    'operation-is-declared-once': refusal(
      'Declare what an operation requires, takes and returns in @Operation().',
      'MethodDefinition > Decorator[expression.callee.name=/^(?!(Get|Post|Put|Patch|Delete|Operation)$)/]',
      "MethodDefinition > Decorator[expression.type='Identifier']",
    ),
    'room-is-imported': refusal(
      'The module of a room is not global and exports services alone: import it where it is used.',
      "Decorator[expression.callee.name='Global']",
      "Property[key.name='global'][value.value=true]",
      "Property[key.name='exports'] > ArrayExpression > Identifier[name=/Queries$/]",
    ),
    'literals-are-not-spread': refusal(
      'Write the fields or items themselves: a literal that is spread adds nothing but lines saved from the formatter.',
      'SpreadElement > :matches(ObjectExpression, ArrayExpression)',
    ),
    // jest-light-runner supports neither, and ignores the options of fake timers.
    'no-mocked-modules': refusal(
      'The runner replaces no modules: pass what is replaced as a parameter. Fake timers are those of @sinonjs/fake-timers.',
      "CallExpression[callee.object.name='jest'][callee.property.name=/^(mock|doMock|unmock|requireActual|requireMock|resetModules|isolateModules|useFakeTimers|setTimeout|retryTimes)$/]",
    ),
    // In tests, `eventually()` waits for an event, and `measureProcessorTime()` measures.
    'no-wall-clock': refusal(
      'A limit of the wall clock fails on a busy machine: see measureProcessorTime() and eventually().',
      `CallExpression[callee.name='expect'] > CallExpression[${NOW}=/^(performance|Date)$/]`,
      `CallExpression[callee.name='expect'] ${ELAPSED}=/^(performance|Date)$/]${SINCE_START}`,
      `VariableDeclarator > ${ELAPSED}=/^(performance|Date)$/]${SINCE_START}`,
      "MemberExpression[object.name='process'][property.name='hrtime']",
    ),
  },
};
