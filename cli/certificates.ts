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
 * company installs its own. Node asks for them by itself only when it is told to; those of `NODE_EXTRA_CA_CERTS` it
 * always takes. Reading them takes a while, so this is for the first connection.
 */
export function trustSystemCertificates(): void {
  if (done) return;
  done = true;
  const { getCACertificates, setDefaultCACertificates } = tls as NewerTls;
  if (getCACertificates && setDefaultCACertificates) {
    const own = getCACertificates("default");
    // With OpenSSL's own store in use the list is empty, and setting one would take that store away.
    if (own.length > 0) setDefaultCACertificates([...new Set([...own, ...getCACertificates("system")])]);
    return;
  }
  const certificates = certificatesOfFiles();
  if (certificates.length > 0) addToContexts(certificates);
}

/** Node before 22.19 has no list to add to: each connection makes a context, and they are added to that. */
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
    // One that OpenSSL does not read is one that vouches for nobody.
  }
}

function certificatesOfFiles(): readonly string[] {
  const hasFiles = process.platform !== "win32" && process.platform !== "darwin";
  const named = process.env["SSL_CERT_FILE"];
  const system = hasFiles ? (named ? [named] : BUNDLES) : [];
  const found = system.map(certificatesIn).find((list) => list.length > 0) ?? [];
  // A context that something is added to starts from Node's own list, without the extra ones.
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
