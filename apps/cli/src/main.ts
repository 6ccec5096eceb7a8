import { main } from './wardstone';

void main(process.argv.slice(2)).then((code) => (process.exitCode = code));
