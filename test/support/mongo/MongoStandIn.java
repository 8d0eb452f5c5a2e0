import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.MongoVersion;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import java.util.List;

/** A MongoDB server in memory on a free port: prints its URI and runs until its standard input ends. */
class MongoStandIn {
  public static void main(String[] arguments) throws Exception {
    // The library's newest preset says wire version 8; the driver asks for 9, that of MongoDB 4.4.
    MongoVersion version = new MongoVersion() {
      public List<Integer> getVersionArray() { return List.of(4, 4, 0); }
      public int getWireVersion() { return 9; }
    };
    MongoServer server = new MongoServer(new MemoryBackend().version(version));
    System.out.println(server.bindAndGetConnectionString());
    System.in.transferTo(java.io.OutputStream.nullOutputStream());
    server.shutdownNow();
  }
}
