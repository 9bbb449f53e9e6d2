// The page that is shown without a network: it tries again when the network is back, and when the person asks.

document.getElementById("again").addEventListener("click", () => location.reload());
addEventListener("online", () => location.reload());
