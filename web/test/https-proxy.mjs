// nginx in front of a server, with TLS and HTTP/2, as docs/examples/nginx.conf configures it.

import { execFileSync, spawn } from "node:child_process";
import { X509Certificate, createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const EXAMPLE = new URL("../../docs/examples/nginx.conf", import.meta.url);

/** Starts nginx in front of a server. @returns its `url`, the `argument` with which Chromium trusts it, and `stop` */
export async function startHttpsProxy({ url }) {
  const folder = mkdtempSync(join(tmpdir(), "nginx-"));
  const port = await freePort();
  makeCertificate(folder);
  writeFileSync(join(folder, "nginx.conf"), configuration(folder, port, new URL(url).host));
  const nginx = spawn("nginx", ["-p", folder, "-c", "nginx.conf", "-e", "stderr"], { stdio: "inherit" });
  await waitUntilOpen(port);
  const stop = () => {
    nginx.kill();
    rmSync(folder, { recursive: true });
  };
  return { url: `https://127.0.0.1:${port}`, argument: trustIn(folder), stop };
}

/** The example, of which the part with TLS listens at a port of this machine. */
function configuration(folder, port, upstream) {
  const example = readFileSync(EXAMPLE, "utf8")
    .replace("127.0.0.1:7878", upstream)
    .replace(/server \{\s+listen 80;[^}]*\}/, "")
    .replace("listen 443 ssl http2", `listen 127.0.0.1:${port} ssl http2`)
    .replace(/\n.*listen \[::\]:443.*/, "")
    // The port is not the one that a browser leaves out.
    .replace("$host;\n        proxy_set_header Upgrade", "$http_host;\n        proxy_set_header Upgrade")
    .replaceAll(/\/etc\/letsencrypt\/live\/[^/]+/g, folder);
  return `daemon off;\npid nginx.pid;\nevents {}\nhttp {\naccess_log off;\n${example}\n}\n`;
}

/** Makes a certificate that nobody has signed. */
function makeCertificate(folder) {
  const files = ["-keyout", join(folder, "privkey.pem"), "-out", join(folder, "fullchain.pem")];
  const kind = [
    "-newkey",
    "ec",
    "-pkeyopt",
    "ec_paramgen_curve:prime256v1",
    "-nodes",
    "-subj",
    "/CN=localhost",
  ];
  execFileSync("openssl", ["req", "-x509", ...kind, ...files], { stdio: "ignore" });
}

/** The argument with which Chromium trusts the certificate: it keeps no files of a site that it does not trust. */
function trustIn(folder) {
  const { publicKey } = new X509Certificate(readFileSync(join(folder, "fullchain.pem")));
  const key = publicKey.export({ type: "spki", format: "der" });
  return `--ignore-certificate-errors-spki-list=${createHash("sha256").update(key).digest("base64")}`;
}

/** A port that nobody listens at. */
async function freePort() {
  const listener = createServer();
  await new Promise((resolve) => listener.listen(0, "127.0.0.1", resolve));
  const { port } = listener.address();
  await new Promise((resolve) => listener.close(resolve));
  return port;
}

async function waitUntilOpen(port) {
  const isOpen = () =>
    new Promise((resolve) => {
      const socket = connect(port, "127.0.0.1", () => resolve(true));
      socket.on("error", () => resolve(false)).on("connect", () => socket.destroy());
    });
  while (!(await isOpen())) await new Promise((resolve) => setTimeout(resolve, 50));
}
