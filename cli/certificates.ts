import { readFileSync, statSync } from "node:fs";
import tls from "node:tls";

/** Where Linux distributions keep the certificate authorities of the system in one file. */
const BUNDLES = [
  "/etc/ssl/certs/ca-certificates.crt",
  "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
  "/etc/pki/tls/certs/ca-bundle.crt",
  "/etc/ssl/ca-bundle.pem",
  "/etc/ssl/cert.pem",
];
/** Larger than any of them, in bytes. */
const LARGEST = 16 * 1024 * 1024;

interface NewerTls {
  getCACertificates?(type: "default" | "system"): string[];
  setDefaultCACertificates?(certificates: readonly string[]): void;
}

let done = false;

/**
 * Lets every TLS connection of this process accept the certificate authorities of the system as well, which is where a
 * company installs its own. Node uses them only with an option; it always uses those of `NODE_EXTRA_CA_CERTS`. Reading
 * them is slow, so call this on the first connection.
 */
export function trustSystemCertificates(): void {
  if (done) return;
  done = true;
  const { getCACertificates, setDefaultCACertificates } = tls as NewerTls;
  if (getCACertificates && setDefaultCACertificates) {
    const own = getCACertificates("default");
    // The list is empty if OpenSSL's own store is used, and setting a list would replace that store.
    if (own.length > 0) setDefaultCACertificates([...new Set([...own, ...getCACertificates("system")])]);
    return;
  }
  const certificates = certificatesOfFiles();
  if (certificates.length > 0) addToContexts(certificates);
}

/**
 * The certificate authorities beside those of Node, for people.
 *
 * @throws Error if a variable names a file that holds none
 */
export function certificateFacts(environment: Readonly<Record<string, string | undefined>>): string {
  const system = (tls as NewerTls).getCACertificates?.("system").length ?? certificatesOfFiles().length;
  const named = environment["NODE_EXTRA_CA_CERTS"];
  if (!named) return `${system} of the system`;
  const extra = certificatesIn(named).length;
  if (extra === 0) throw new Error(`NODE_EXTRA_CA_CERTS names ${named}, which holds no certificates`);
  return `${system} of the system, and ${extra} of NODE_EXTRA_CA_CERTS`;
}

/** Node before 22.19 has no global list, so the certificates are added to the context of each connection. */
function addToContexts(certificates: readonly string[]): void {
  const make = tls.createSecureContext;
  tls.createSecureContext = (options) => {
    const context = make(options);
    if (options?.ca === undefined) {
      for (const certificate of certificates) addCertificate(context, certificate);
    }
    return context;
  };
}

function addCertificate({ context }: tls.SecureContext, certificate: string): void {
  try {
    (context as { addCACert(certificate: string): void }).addCACert(certificate);
  } catch {
    // Ignore a certificate that OpenSSL cannot read.
  }
}

function certificatesOfFiles(): readonly string[] {
  const hasFiles = process.platform !== "win32" && process.platform !== "darwin";
  const named = process.env["SSL_CERT_FILE"];
  const system = hasFiles ? (named ? [named] : BUNDLES) : [];
  const found = system.map(certificatesIn).find((list) => list.length > 0) ?? [];
  // Adding to a context drops `NODE_EXTRA_CA_CERTS`, so they are added, too.
  const extra = process.env["NODE_EXTRA_CA_CERTS"];
  return found.length === 0 ? [] : [...found, ...(extra ? certificatesIn(extra) : [])];
}

function certificatesIn(file: string): readonly string[] {
  try {
    const info = statSync(file);
    if (!info.isFile() || info.size > LARGEST) return [];
    const text = readFileSync(file, "utf8");
    return text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  } catch {
    return [];
  }
}
