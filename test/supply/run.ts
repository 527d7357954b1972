/** `npm run test:supply`: what this project is made of, and what its image would contain. */
import { Command } from 'commander';
import { prove } from '../proof/prove.ts';
import { imageFindings } from './image.ts';
import { lockedPackages } from './lockfile.ts';
import { auditFindings, sbomFindings } from './npm.ts';
import { integrityFindings, licenseFindings, scriptFindings } from './packages.ts';

const { sbom } = new Command('test:supply')
  .description(
    'Check the packages of the lockfile – vulnerabilities, install scripts, licenses, hashes – and what the image would contain',
  )
  .option('--sbom <file>', 'write the bill of materials there, as CycloneDX')
  .addHelpText(
    'after',
    '\nExit status: 0 when all holds, 1 when anything falls short. Without a registry nothing is audited, which it says.',
  )
  .parse()
  .opts<{ sbom?: string }>();

const packages = lockedPackages();
await prove(async function* () {
  yield integrityFindings(packages);
  yield scriptFindings(packages);
  yield licenseFindings(packages);
  yield sbomFindings(packages, sbom);
  yield auditFindings();
  yield imageFindings();
});
