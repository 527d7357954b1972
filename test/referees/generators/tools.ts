/** The generators of `docs/client.md` and others that people use. */
import { resolve } from 'node:path';
import { goProgram, installed, npmPackages, pythonWith } from '../install.ts';

const NPM = { 'openapi-typescript': '7.13.0', '@hey-api/openapi-ts': '0.99.0', typescript: '5.9.3' };
const OAPI_CODEGEN = '2.8.2';
export const GO_RUNTIME = '1.9.0';

export const tools = {
  npm: await installed('npm packages', () => npmPackages(NPM)),
  python: await installed('Python packages', () =>
    pythonWith('python-generators', resolve(import.meta.dirname, 'requirements.txt')),
  ),
  oapiCodegen: await installed('oapi-codegen', () =>
    goProgram('oapi-codegen', 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen', OAPI_CODEGEN),
  ),
};
