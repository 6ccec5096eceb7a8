// Reads [file, import][] from its input; prints what @nx/enforce-module-boundaries, as eslint.config.mjs sets it, says of
// each. The files need not exist.
import { readFileSync } from 'node:fs';
import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';
import config from '../../eslint.config.mjs';

const RULE = '@nx/enforce-module-boundaries';
const borders = config.find(({ rules }) => rules?.[RULE]);
const eslint = new ESLint({
  overrideConfigFile: true,
  overrideConfig: [{ ...borders, languageOptions: { parser: tseslint.parser } }, { files: ['**/*.ts'] }],
});

const verdicts = {};
for (const [file, target] of JSON.parse(readFileSync(0, 'utf8'))) {
  const [result] = await eslint.lintText(`import '${target}';\n`, { filePath: file });
  verdicts[file] = (result?.messages ?? []).map(({ messageId, message }) => messageId ?? message);
}
console.log(JSON.stringify(verdicts));
