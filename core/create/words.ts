/** Names of services whose first part does not say it well. */
const PRODUCTS: Readonly<Record<string, string>> = {
  actions: "Actions on Google",
  aiplatform: "Vertex AI",
  alloydb: "AlloyDB",
  apigateway: "API Gateway",
  apigee: "Apigee",
  appengine: "App Engine",
  apphub: "App Hub",
  artifactregistry: "Artifact Registry",
  autoscaler: "Autoscaler",
  backupdr: "Backup and DR",
  baremetalsolution: "Bare Metal Solution",
  bigquery: "BigQuery",
  bigquerybiengine: "BigQuery BI Engine",
  bigquerydatatransfer: "BigQuery Data Transfer",
  bigquerystorage: "BigQuery Storage",
  blockchainnodeengine: "Blockchain Node Engine",
  certificatemanager: "Certificate Manager",
  ces: "Customer Engagement Suite",
  chronicle: "Google SecOps",
  cloudaicompanion: "Gemini Code Assist",
  cloudfunctions: "Cloud Functions",
  cloudkms: "Cloud KMS",
  cloudsql: "Cloud SQL",
  cloudtasks: "Cloud Tasks",
  cloudtrace: "Cloud Trace",
  composer: "Cloud Composer",
  compute: "Compute Engine",
  connectors: "Integration Connectors",
  contactcenterinsights: "Contact Center Insights",
  databasecenter: "Database Center",
  datafusion: "Data Fusion",
  datamigration: "Database Migration",
  dbinsights: "Database Insights",
  discoveryengine: "Discovery Engine",
  displayvideo: "Display & Video 360",
  dlp: "Sensitive Data Protection",
  dns: "Cloud DNS",
  earthengine: "Earth Engine",
  edgecache: "Media CDN",
  edgecontainer: "Distributed Cloud Edge",
  file: "Filestore",
  firebaseappcheck: "Firebase App Check",
  firebaseapphosting: "Firebase App Hosting",
  firebaseauth: "Firebase Authentication",
  firebasedatabase: "Firebase Realtime Database",
  firebasedataconnect: "Firebase Data Connect",
  firebaseextensions: "Firebase Extensions",
  firebasehosting: "Firebase Hosting",
  firebasestorage: "Firebase Storage",
  firebasevertexai: "Firebase AI Logic",
  firewallinsights: "Firewall Insights",
  fleetengine: "Fleet Engine",
  fpnv: "Firebase Phone Number Verification",
  geminidataanalytics: "Gemini Data Analytics",
  gkebackup: "Backup for GKE",
  healthcare: "Cloud Healthcare",
  iam: "IAM",
  identitytoolkit: "Identity Platform",
  ids: "Cloud IDS",
  integrations: "Application Integration",
  interconnect: "Cloud Interconnect",
  "istio.io": "Service Mesh",
  "knative.dev": "Knative",
  "kubernetes.io": "Google Kubernetes Engine",
  livestream: "Live Stream",
  loadbalancing: "Load Balancing",
  logging: "Cloud Logging",
  lustre: "Managed Lustre",
  managedidentities: "Managed Microsoft AD",
  managedkafka: "Managed Kafka",
  maps: "Google Maps",
  memcache: "Memorystore for Memcached",
  memorystore: "Memorystore for Valkey",
  metastore: "Dataproc Metastore",
  ml: "AI Platform",
  modelarmor: "Model Armor",
  monitoring: "Cloud Monitoring",
  netapp: "NetApp Volumes",
  networking: "VPC Networking",
  networkmanagement: "Network Intelligence Center",
  networksecurity: "Network Security",
  networkservices: "Network Services",
  oracledatabase: "Oracle Database",
  osconfig: "VM Manager",
  privateca: "Certificate Authority Service",
  pubsub: "Pub/Sub",
  pubsublite: "Pub/Sub Lite",
  recaptchaenterprise: "reCAPTCHA",
  redis: "Memorystore for Redis",
  router: "Cloud Router and NAT",
  run: "Cloud Run",
  saasservicemgmt: "SaaS Runtime",
  serviceruntime: "Google APIs",
  storage: "Cloud Storage",
  storagetransfer: "Storage Transfer",
  telcoautomation: "Telecom Network Automation",
  tpu: "Cloud TPU",
  trafficdirector: "Traffic Director",
  transferappliance: "Transfer Appliance",
  videostitcher: "Video Stitcher",
  visionai: "Vision AI",
  vmwareengine: "VMware Engine",
  vpcaccess: "Serverless VPC Access",
  vpn: "Cloud VPN",
};

/** What a service of the catalog is called: `run.googleapis.com` is *Cloud Run*. */
export function serviceName(service: string): string {
  const short = service.replace(/\.googleapis\.com$/, "");
  return (Object.hasOwn(PRODUCTS, short) && PRODUCTS[short]) || capitalized(short.replace(/[-.]/g, " "));
}

/** Words that are not written as other words are. */
const SPELLINGS: Readonly<Record<string, string>> = Object.fromEntries(
  (
    "API APIs CPU CPUs GPU GPUs TPU VM VMs VPC VPN IP IPs IPv4 IPv6 DNS HTTP HTTPS TCP UDP TLS SSL RTT RPC gRPC QPS SQL " +
    "DML DDL DAG DAGs I/O IOPS ID IDs JVM OOM BGP BFD ARP NAT MTU PSC RAM SSD HDD NFS OS PV PVC RDMA QoS SLO ACL ACLs AOF RDB LRU " +
    "LDAP JSON XML URL URLs ICMP GRE CRL CA KMS LRO MIG NIC NUMA PDB CDB SGA PGA ASN HMAC RSA FCM AB CDC UDF MFA SMS MySQL PostgreSQL vCPU vCPUs RPO MCP AFE URIs SLI"
  )
    .split(" ")
    .map((word) => [word.toLowerCase().replace("/", ""), word]),
);

/** Abbreviations in names of metrics that a reader should not have to know. */
const LONG: Readonly<Record<string, string>> = {
  num: "",
  recv: "received",
  rcvd: "received",
  xmit: "sent",
  req: "request",
  reqs: "requests",
  resp: "response",
  msg: "message",
  msgs: "messages",
  conn: "connection",
  conns: "connections",
  mem: "memory",
  util: "utilization",
  avg: "average",
  max: "maximum",
  min: "minimum",
  lat: "latency",
  pct: "percent",
  e2e: "end-to-end",
  ops: "operations",
  op: "operation",
  db: "database",
  dbs: "databases",
  repl: "replication",
  txn: "transaction",
  xid: "transaction ID",
  fs: "file system",
  is: "",
  acked: "acknowledged",
  unacked: "unacknowledged",
  mod: "modify",
};

/** The words of a part of a metric's name. */
export function wordsOf(part: string): string {
  return part
    .replace(/([a-z\d])([A-Z])/g, "$1_$2")
    .split(/[_\-.\s]+/)
    .map((raw) => {
      const word = raw.toLowerCase();
      if (Object.hasOwn(SPELLINGS, word)) return SPELLINGS[word]!;
      return Object.hasOwn(LONG, word) ? LONG[word]! : word;
    })
    .filter(Boolean)
    .join(" ");
}

/** With a capital letter, unless the first word has its own spelling. */
export function capitalized(text: string): string {
  return /^(?:gRPC|reCAPTCHA|vCPUs?)\b/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);
}

/** The plural of the last word; what has been done to the things comes first: *refused connections*. */
export function plural(words: string): string {
  const done = /^(.+) (\w+ed(?: out)?)$/.exec(words);
  if (done) return `${done[2]} ${plural(done[1]!)}`;
  if (
    /(?:s|ed|valid|size|capacity|depth|score|load|level|deviation|ratio|data|traffic|throughput|usage|memory|time|work|rate|quota|bandwidth|storage)$/i.test(
      words,
    )
  )
    return words;
  if (/[^aeiou]y$/.test(words)) return `${words.slice(0, -1)}ies`;
  return /(?:x|ch|sh)$/.test(words) ? `${words}es` : `${words}s`;
}
